const SPACE = "http://www.w3.org/2000/svg";

/** An icon of one path on a field of 20 × 20. */
export function drawIcon(lines: string): SVGSVGElement {
  const icon = document.createElementNS(SPACE, "svg");
  icon.setAttribute("viewBox", "0 0 20 20");
  icon.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SPACE, "path");
  path.setAttribute("d", lines);
  icon.append(path);
  return icon;
}
