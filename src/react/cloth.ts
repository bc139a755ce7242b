import { createContext, createElement, type ReactNode, use, useEffect, useImperativeHandle, useRef, useState } from "react";
import { InputError } from "../core/errors.ts";
import { given } from "../scene/given.ts";
import { createCloth, type ThreeCloth } from "../three/create-cloth.ts";
import type { WorldCloth } from "../world/world.ts";
import { attachmentsOf, type ClothProps, readAttachments, sortProps } from "./cloth-props.ts";
import { whenFilled } from "./object-ref.ts";
import { setCloth } from "./set-cloth.ts";
import { useLatest } from "./use-latest.ts";
import { useSame } from "./use-same.ts";
import { useWorldHome, type WorldHome } from "./world-context.ts";

const ClothContext = createContext<WorldCloth | undefined>(undefined);

/** The cloth of the nearest Cloth above. */
export function useCloth(): WorldCloth {
  const cloth = use(ClothContext);
  if (cloth === undefined) throw new InputError("useCloth", "no cloth", "call it in a child of <Cloth>, or give <Cloth> a ref");
  return cloth;
}

/**
 * A cloth of the world above it and its mesh, in world coordinates. Props are compared by their values: those that have changed are set, and the cloth goes on
 * from where it is; another smoothness, attachment, name or mesh of three.js makes it anew.
 */
export function Cloth(props: ClothProps): ReactNode {
  const home = useWorldHome("<Cloth>");
  const [, generation] = useSame(sortProps(props).built);
  return createElement(BuiltCloth, { ...props, home, key: `${home.id}.${generation}` });
}

function BuiltCloth({ home, ...props }: ClothProps & { readonly home: WorldHome }): ReactNode {
  const { children, ref, onReady } = props;
  const { look, set } = sortProps(props);
  const [ready, setReady] = useState<ThreeCloth>();
  const latest = useLatest({ props, set, onReady });
  const applied = useRef(set);
  useEffect(() => {
    if (!home.isOurs()) return;
    return build(
      home,
      () => {
        applied.current = latest.current.set;
        return latest.current.props;
      },
      setReady,
    );
  }, [home, latest]);
  const [wanted] = useSame(set);
  useEffect(() => {
    if (ready === undefined || ready.cloth.isRemoved) return;
    const before = applied.current;
    applied.current = wanted;
    setCloth(ready.cloth, before, wanted).catch((error: Error) => {
      if (!ready.cloth.isRemoved) home.fail(error);
    });
  }, [home, ready, wanted]);
  useImperativeHandle(ref, () => ready?.cloth as WorldCloth, [ready]);
  useEffect(() => {
    if (ready !== undefined) latest.current.onReady?.(ready);
  }, [ready, latest]);
  if (ready === undefined) return null;
  return createElement(ClothContext, { value: ready.cloth }, createElement("primitive", { ...look, object: ready.mesh }, children));
}

/** Makes a cloth of the props of the moment; it goes when the function that comes back is called. */
function build(home: WorldHome, takeProps: () => ClothProps, setReady: (cloth: ThreeCloth | undefined) => void): () => void {
  let isGone = false;
  let made: ThreeCloth | undefined;

  async function start(): Promise<void> {
    await whenFilled(
      attachmentsOf(takeProps()).map(({ object }) => object),
      () => isGone,
    );
    if (isGone) return;
    const props = takeProps();
    const { built, set } = sortProps(props);
    const { smooth, withTangents, name, mesh, pins } = built;
    const attachTo = readAttachments(attachmentsOf(built));
    const description = { ...set, ...given({ withTangents, name, mesh, pins }), ...(attachTo.length > 0 && { attachTo }) };
    const { material, castShadow, receiveShadow } = props;
    made = await createCloth(home.world, description, given({ smooth, material, castShadow, receiveShadow }));
    if (isGone) made.dispose();
    else setReady(made);
  }

  start().catch((error: Error) => {
    if (!isGone) home.fail(error);
  });
  return () => {
    isGone = true;
    setReady(undefined);
    queueMicrotask(() => made?.dispose()); // after its world, where that goes too
  };
}
