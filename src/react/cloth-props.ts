import type { EventHandlers } from "@react-three/fiber";
import type { ReactNode, Ref } from "react";
import type { Mesh, Object3D } from "three";
import type { AttachTo } from "../three/attach.ts";
import type { ThreeClothInput } from "../three/cloth-source.ts";
import type { ThreeCloth, ThreeClothOptions } from "../three/create-cloth.ts";
import type { WorldCloth, WorldClothInput } from "../world/world.ts";
import { type MaybeRef, readRef } from "./object-ref.ts";

/** What vertices go with: as in drape/three, or a ref to an object that is mounted meanwhile. */
export interface ClothAttachment extends Omit<AttachTo, "object"> {
  readonly object: MaybeRef<AttachTo["object"] | Object3D>;
}

/** What is handed on to the mesh. */
interface MeshProps extends EventHandlers {
  readonly visible?: boolean;
  readonly renderOrder?: number;
  readonly frustumCulled?: boolean;
  readonly userData?: Mesh["userData"];
}

/** A piece of cloth as in a world, how it looks, and what to do when it is there. */
export interface ClothProps extends ThreeClothInput, ThreeClothOptions, MeshProps {
  readonly attachTo?: ClothAttachment | readonly ClothAttachment[] | undefined;
  /** Called when the cloth is in its world and its mesh in the scene. */
  readonly onReady?: ((cloth: ThreeCloth) => void) | undefined;
  /** A material, in place of `material`; objects in world coordinates; components that call `useCloth`. */
  readonly children?: ReactNode;
  readonly ref?: Ref<WorldCloth> | undefined;
}

/** The props of a cloth by what a change of them asks for. */
export interface SortedProps {
  /** Another mesh. */
  readonly built: Pick<ClothProps, "smooth" | "attachTo" | "withTangents" | "name" | "mesh" | "pins"> & { readonly hasMaterial: boolean };
  /** A change of the cloth, which goes on from where it is. */
  readonly set: Partial<WorldClothInput>;
  /** Nothing but another look. */
  readonly look: object;
}

const MESH_PROPS = ["castShadow", "receiveShadow", "visible", "renderOrder", "frustumCulled", "userData", "material"];
const EVENT = /^on[A-Z]/;

export function sortProps({ children, ref, onReady, ...props }: ClothProps): SortedProps {
  const { smooth, attachTo, withTangents, name, mesh, pins, ...rest } = props;
  const isOfThree = typeof mesh === "object" && ("isBufferGeometry" in mesh || "isObject3D" in mesh);
  const arePlain = attachTo === undefined && (pins ?? []).every((pin) => typeof pin === "number" || (typeof pin === "string" && rest.grid));
  const isLook = (field: string): boolean => MESH_PROPS.includes(field) || EVENT.test(field);
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    built: {
      smooth,
      attachTo,
      withTangents,
      name,
      hasMaterial: props.material !== undefined,
      mesh: isOfThree ? mesh : undefined,
      pins: arePlain ? undefined : pins,
    },
    set: {
      ...Object.fromEntries(entries.filter(([field]) => !isLook(field))),
      ...(pins !== undefined && arePlain && { pins }),
      ...(mesh !== undefined && !isOfThree && { mesh: mesh as WorldClothInput["mesh"] }),
    },
    look: Object.fromEntries(entries.filter(([field]) => isLook(field))),
  };
}

export function attachmentsOf({ attachTo }: Pick<ClothProps, "attachTo">): readonly ClothAttachment[] {
  if (attachTo === undefined) return [];
  return Array.isArray(attachTo) ? attachTo : [attachTo as ClothAttachment];
}

/** With what their refs hold now. */
export function readAttachments(attachments: readonly ClothAttachment[]): AttachTo[] {
  return attachments.map((one) => ({ ...one, object: readRef(one.object) as AttachTo["object"] }));
}
