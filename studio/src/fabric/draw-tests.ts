import { DISK_RADIUS, type FabricTests, PLATE_RADIUS, SLOPE, stripProfile } from "./fabric-tests.ts";

/** Colours of the page, as the style sheet has them, and of the cloth. */
export interface TestColours {
  readonly muted: string;
  readonly line: string;
  readonly cloth: readonly [number, number, number];
}

/** How much wider than the flat disk the picture is. */
const MARGIN = 1.12;

/** The disk from above: its cloth, lit from one side, over the plate, within the circle that it fills when flat. */
export function drawDrape(
  canvas: HTMLCanvasElement,
  { diskCount }: FabricTests,
  positions: Float32Array,
  triangles: Uint32Array,
  colours: TestColours,
): void {
  const context = prepare(canvas);
  if (context === null) return;
  const { width, height } = canvas;
  const scale = Math.min(width, height) / (2 * MARGIN * DISK_RADIUS);
  const place = (c: number, middle: number): number => middle + scale * c;
  for (let t = 0; t < triangles.length; t += 3) {
    if (triangles[t] >= diskCount) continue;
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    context.fillStyle = shade(colours.cloth, faceLight(positions, a, b, c));
    context.beginPath();
    for (const at of [a, b, c]) context.lineTo(place(positions[at], width / 2), place(positions[at + 2], height / 2));
    context.fill();
  }
  context.lineWidth = Math.max(1, width / 150);
  context.strokeStyle = colours.muted;
  drawCircle(context, width / 2, height / 2, scale * PLATE_RADIUS, []);
  drawCircle(context, width / 2, height / 2, scale * DISK_RADIUS, [width / 40, width / 40]);
}

/** The strip from the side, on its table, with the slope that it bends down to and a mark a centimetre. */
export function drawBend(canvas: HTMLCanvasElement, { diskCount }: FabricTests, positions: Float32Array, colours: TestColours): void {
  const context = prepare(canvas);
  if (context === null) return;
  const { width, height } = canvas;
  const profile = stripProfile(diskCount, positions);
  // windows of 6, 12, 24 … cm, so that strips of different fabrics compare
  let window = 0.06;
  while (Math.max(...profile.map(([x]) => x)) > 0.62 * window) window *= 2;
  const scale = width / window;
  const [left, top] = [0.24 * width, 0.3 * height];
  const thin = Math.max(1, width / 150);
  context.lineWidth = thin;
  context.fillStyle = colours.line;
  context.fillRect(0, top, left, height - top);
  context.strokeStyle = colours.muted;
  context.setLineDash([width / 40, width / 40]);
  context.beginPath();
  context.moveTo(left, top);
  context.lineTo(left + height / Math.tan(SLOPE), top + height);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  for (let cm = 0; left + 0.01 * cm * scale < width; cm++) {
    const x = left + 0.01 * cm * scale;
    context.moveTo(x, 0.09 * height);
    context.lineTo(x, (cm % 5 === 0 ? 0.2 : 0.15) * height);
  }
  context.stroke();
  context.strokeStyle = shade(colours.cloth, 1);
  context.lineWidth = 4 * thin;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(0.02 * width, top - 2 * thin);
  for (const [x, y] of profile) context.lineTo(left + scale * x, top - 2 * thin - scale * y);
  context.stroke();
}

/** An empty picture with as many pixels as the screen shows of it. */
function prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const ratio = Math.min(2, devicePixelRatio);
  canvas.width = Math.round(canvas.clientWidth * ratio) || 240;
  canvas.height = Math.round(canvas.clientHeight * ratio) || 240;
  return canvas.getContext("2d");
}

function drawCircle(context: CanvasRenderingContext2D, x: number, y: number, radius: number, dash: number[]): void {
  context.setLineDash(dash);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
}

/** How bright a triangle is in light from above and one side, 0.4…1. */
function faceLight(p: Float32Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const up = ny < 0 ? -1 : 1;
  const light = (up * (-0.5 * nx + 0.7 * ny - 0.5 * nz)) / Math.sqrt(nx * nx + ny * ny + nz * nz || 1);
  return 0.7 + 0.4 * Math.max(-0.75, Math.min(0.75, light));
}

function shade([r, g, b]: readonly [number, number, number], light: number): string {
  return `rgb(${Math.min(255, r * light)} ${Math.min(255, g * light)} ${Math.min(255, b * light)})`;
}
