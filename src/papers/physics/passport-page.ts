import type { Fabric } from "../../fabric/fabric.ts";
import { formatNumber } from "../format-number.ts";
import { PUBLISHED_DRAPES } from "./cusick-drape.ts";
import { PASSPORT_COLUMNS, type Passport, passportRow } from "./fabric-passport.ts";
import { PUBLISHED_BENDING } from "./published-fabrics.ts";
import type { Curve } from "./virtual-tests.ts";

/** docs/fabrics.md: a passport for each preset, of what the virtual tests found. */
export function formatPassports(passports: readonly Passport[]): string {
  const head = [`| ${PASSPORT_COLUMNS.join(" | ")} |`, `|${"---|".repeat(PASSPORT_COLUMNS.length)}`];
  const rows = passports.map((passport) => {
    const cells = passportRow(passport).map((cell) => (typeof cell === "number" ? formatNumber(cell, 4) : cell));
    return `| ${cells.join(" | ")} |`;
  });
  return `${[INTRODUCTION, [...head, ...rows].join("\n"), NOTES, CURVES, formatCurves(passports), "## Source of each", ...passports.map(({ fabric }) => describe(fabric))].join("\n\n")}\n`;
}

/** The readings of the four curves of each fabric, as KES-F instruments draw them. */
function formatCurves(passports: readonly Passport[]): string {
  const columns = [
    "fabric",
    "warp, to strain [%]",
    "pull [gf/cm]",
    "weft, to strain [%]",
    "pull [gf/cm]",
    "shear [gf/cm]",
    "moment [gf·cm/cm]",
  ];
  const read = (curve: Curve, unit: number): string =>
    curve
      .slice(1)
      .map(([, value]) => formatNumber(value / unit, 3))
      .join(", ");
  const reach = (curve: Curve): string => formatNumber(100 * curve[curve.length - 1][0], 3);
  const rows = passports.map(({ fabric, warp, weft, shear, bending }) => [
    fabric.name,
    reach(warp),
    read(warp, GF_PER_CM),
    reach(weft),
    read(weft, GF_PER_CM),
    read(shear, GF_PER_CM),
    read(bending, GF_CM_PER_CM),
  ]);
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** 1 gf/cm [N/m], and 1 gf·cm/cm [N]. */
const GF_PER_CM = 0.980665;
const GF_CM_PER_CM = 0.00980665;

const CURVES = `## Curves

What each test reads at a quarter, a half, three quarters and all of its way: pull along warp and weft up to 500 gf/cm or a tenth of strain, shear up to 8°, pure bending up to 2.5 /cm. Loading and return
are one line. The report (\`docs/papers.html\` of the repository) draws those of six fabrics.`;

function describe({ name, title, source }: Fabric): string {
  const published = [
    ...PUBLISHED_BENDING.filter(({ fabric }) => fabric === name).map((one) => `Rigidity published: ${one.source}.`),
    ...PUBLISHED_DRAPES.filter(({ fabric }) => fabric === name).map((one) => `Drape published: ${one.source}.`),
  ];
  const values = source === "typical" ? "All values are typical of such cloth." : source;
  return [`### ${name}`, `${title}. ${[values, ...published].join(" ")}`].join("\n\n");
}

const INTRODUCTION = `# Fabrics

Twelve fabrics have a name in scenes. Each has a passport: what the tests of a textile laboratory find when they are made on the engine, beside what has been published for such
cloth. The tests are those of \`drape papers physics-fabric-passport\` and \`physics-cusick-drape\`; this page is written by \`UPDATE_FABRICS=1 FULL=1 npx vitest run test/papers/fabrics\`. The
numbers that scenes may change are in [Scene format](scene-format.md#fabric), the sources in [papers.bib](papers.bib).`;

const NOTES = `- Y is the pull per width and strain, G the shear force per width and angle, B the moment per width and curvature (1 gf·cm²/cm = 98.07 µN·m, 1 gf/(cm·deg) = 56.2 N/m), as KES-F
  instruments read them; the bending length is half the overhang at 41.5° (ASTM D1388); the drape coefficient is Cusick's, with threads softened so that the mesh does not lock.
- The model is elastic: it has no hysteresis. Where a laboratory measured one (denim), the rigidity includes its moment at the curvature of the cantilever test.
- The drape coefficient depends on the mesh by a few points: it decides how many folds there are.`;
