import { builtinModules } from "node:module";

// What every sandbox has, whichever runner makes it (docs/sandbox.md, "What is there"). A runtime image of Debian 12 is
// the least there is; `sandbox-contents.test.ts` asks the real one.

/**
 * Modules of the standard library of any Python from 3.9 to 3.14. One that only some of them have counts as there: only
 * a run can tell.
 */
export const PYTHON_MODULES: ReadonlySet<string> = new Set(
  `abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii
  binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
  compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis distutils doctest email encodings enum errno faulthandler fcntl filecmp fileinput
  fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq
  hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache locale logging lzma
  mailbox mailcap marshal math mimetypes mmap modulefinder multiprocessing netrc nis nntplib ntpath nturl2path numbers
  opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib
  posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re
  readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd
  smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
  textwrap this threading time timeit token tokenize tomllib trace traceback tracemalloc tty types typing unicodedata
  unittest urllib uu uuid venv warnings wave weakref webbrowser wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo`.split(/\s+/),
);

/** Of the standard library, and not in the sandbox: windows, editors, installers, other systems. */
export const PYTHON_MODULES_LEFT_OUT: ReadonlySet<string> = new Set(
  "ensurepip idlelib lib2to3 msilib msvcrt nt tkinter turtle turtledemo winreg winsound".split(" "),
);

/** Python modules that open connections. */
export const PYTHON_CONNECTS: ReadonlySet<string> = new Set(
  "ftplib http.client imaplib nntplib poplib smtplib socket socketserver telnetlib urllib.request xmlrpc.client".split(
    " ",
  ),
);

/** Modules of Node.js itself, without `node:`; those of later releases can be asked for by that prefix alone. */
export const NODE_MODULES: ReadonlySet<string> = new Set(
  [...builtinModules, "sea", "sqlite", "test", "test/reporters"].map((name) => name.replace(/^node:/, "")),
);

/** Modules of Node.js that open connections. */
export const NODE_CONNECTS: ReadonlySet<string> = new Set(
  "dgram dns dns/promises http http2 https net tls".split(" "),
);

/** Programs on the PATH of every sandbox; python3 in that of Python alone, and node is started, not found. */
export const PROGRAMS: ReadonlySet<string> = new Set(
  `[ arch awk b2sum base32 base64 basename basenc bash bc bunzip2 bzcat bzcmp bzdiff bzegrep bzfgrep bzgrep bzip2
  bzip2recover bzless bzmore cat chcon chgrp chmod chown cksum cmp comm cp csplit cut dash date dd df diff diff3 dir
  dircolors dirname du echo egrep env expand expr factor false fgrep find fmt fold grep groups gunzip gzexe gzip head
  hostid id install join jq link ln logname ls mawk md5sum mkdir mkfifo mknod mktemp mv nawk nice nl nohup nproc numfmt od
  paste pathchk pinky pr printenv printf ptx pwd rbash readlink realpath rgrep rm rmdir runcon sdiff sed seq sh sha1sum
  sha224sum sha256sum sha384sum sha512sum shred shuf sleep sort split stat stdbuf stty sum sync tac tail tar tee tempfile
  test timeout touch tr true truncate tsort tty uname uncompress unexpand uniq unlink users vdir wc which who whoami
  xargs yes zcat zcmp zdiff zegrep zfgrep zforce zgrep zless zmore znew`.split(/\s+/),
);

/** What bash does by itself. */
export const SHELL_BUILTINS: ReadonlySet<string> = new Set(
  `. : alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown enable eval
  exec exit export fc fg getopts hash help history jobs kill let local logout mapfile popd pushd read readarray readonly
  return set shift shopt source suspend times trap type typeset ulimit umask unalias unset wait`.split(/\s+/),
);

/** Where a run may write, all of it gone afterwards. A path that is not absolute is in the second. */
export const WRITABLE: readonly string[] = ["/tmp/", "/job/", "/dev/"];
