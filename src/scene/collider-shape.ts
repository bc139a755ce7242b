/** Fields of every collider: any other is its shape. */
const COLLIDER_FIELDS: readonly string[] = ["name", "motion", "friction", "thickness", "blend", "skin"];

export function isColliderShape(field: string): boolean {
  return !COLLIDER_FIELDS.includes(field);
}
