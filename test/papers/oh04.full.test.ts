import { checkQuickReport } from "./check-quick-report.ts";

checkQuickReport("oh04");
