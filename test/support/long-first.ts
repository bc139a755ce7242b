import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of long forms begin first, though they are short to read: so no worker is left alone with one in the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(".full.test.ts");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
