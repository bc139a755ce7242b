import * as limits from "../../kernels/layout/contact-limits.ts";

/** 2⁻⁵⁰, eight times the unit roundoff: sums of a few products are wrong by less than this share of their largest term. */
export const ROUNDING: number = limits.FEW_UNITS;
