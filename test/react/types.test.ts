import { Component, createElement as e, type ReactNode, Suspense } from "react";
import { expect, test, vi } from "vitest";
import { ClothWorld } from "../../src/react/index.ts";
import { CLOTHS, COLLIDERS, OTHERS, WORLDS } from "./mistakes.tsx";
import { createTestRoot } from "./test-root.ts";

/** Shows nothing in place of what has failed, and tells. */
class Boundary extends Component<{ tell(message: string): void; children?: ReactNode }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): object {
    return { hasFailed: true };
  }
  override componentDidCatch({ message }: Error): void {
    this.props.tell(message);
  }
  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}

test("what does not compile is refused at run time too, in one sentence", async () => {
  expect(WORLDS.length + CLOTHS.length + COLLIDERS.length + OTHERS.length).toBeGreaterThanOrEqual(10);
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {}); // React's own, of every error that a boundary catches
  const root = await createTestRoot();
  for (const [n, element] of [...WORLDS, ...CLOTHS, ...COLLIDERS].entries()) {
    const errors: string[] = [];
    const onError = ({ error }: { error: Error }): void => void errors.push(error.message);
    // a wrong wind or solver is found with the first cloth
    const cloths = [{ grid: { columns: 3, rows: 3, width: 1, height: 1 } }];
    const isWorld = n < WORLDS.length;
    const tree = isWorld ? e(element.type, { ...(element.props as object), cloths }) : e(ClothWorld, { onError, cloths }, element);
    await root.render(e(Boundary, { key: n, tell: (message) => errors.push(message) }, e(Suspense, null, tree)));
    await root.until(() => errors.length > 0);
    expect(errors[0]).toMatch(/: got .+; /);
  }
  await root.unmount();
  complaints.mockRestore();
});
