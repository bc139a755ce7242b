import { checkQuickReport } from "./check-quick-report.ts";

checkQuickReport("methods");
