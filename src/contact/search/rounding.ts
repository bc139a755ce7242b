/** 2⁻⁵⁰, eight times the unit roundoff: sums of a few products are wrong by less than this share of their largest term. */
export const ROUNDING: number = 1 / 1125899906842624;
