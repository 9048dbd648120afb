const SIDE = 16;

/** True if the reader's system draws Chinese and Korean; without a face every character is the same empty box. */
export function drawsHanAndHangul(): boolean {
  return picture("永") !== picture("国") && picture("한") !== picture("국");
}

function picture(character: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) return character;
  context.font = `${SIDE}px sans-serif`;
  context.textBaseline = "top";
  context.fillText(character, 0, 0);
  return context.getImageData(0, 0, SIDE, SIDE).data.join();
}
