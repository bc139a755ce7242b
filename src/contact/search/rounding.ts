export { FEW_UNITS as ROUNDING } from "../../kernels/layout/contact-limits.ts";
