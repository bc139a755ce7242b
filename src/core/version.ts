/** The package's version, as every output names it; a test keeps it equal to package.json's. */
export const VERSION = "0.1.0";
