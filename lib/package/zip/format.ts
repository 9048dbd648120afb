/** Signatures and fixed sizes of the ZIP records (APPNOTE 6.3, section 4.3). All numbers are little-endian. */
export const LOCAL_HEADER = { signature: 0x04034b50, sizeBytes: 30 } as const;
export const CENTRAL_HEADER = { signature: 0x02014b50, sizeBytes: 46 } as const;
export const END_RECORD = { signature: 0x06054b50, sizeBytes: 22 } as const;
export const DESCRIPTOR = { signature: 0x08074b50, sizeBytes: 12, signedSizeBytes: 16 } as const;

/** Stands right before the end record of a ZIP64 archive. */
export const ZIP64_LOCATOR = { signature: 0x07064b50, sizeBytes: 20 } as const;

export const STORED = 0;
export const DEFLATED = 8;

/** General purpose flags (4.4.4). Bits 1 and 2 only tell how hard the writer tried. */
export const FLAG_DEFLATE_EFFORT = 0b110;
export const FLAG_DESCRIPTOR = 1 << 3;
export const FLAG_UTF8 = 1 << 11;

/** Unix file types and modes, in the upper half of the external attributes. */
export const MODE_TYPE_MASK = 0o170000;
export const MODE_REGULAR = 0o100000;
export const MODE_DIRECTORY = 0o040000;
export const MODE_SPECIAL_BITS = 0o7000;
export const MODE_EXECUTE_BITS = 0o111;
export const DOS_VOLUME_LABEL = 0x08;
export const DOS_DIRECTORY = 0x10;

/** Values that say "look in the ZIP64 record instead". */
export const ZIP64_COUNT = 0xffff;
export const ZIP64_SIZE = 0xffffffff;
