/** What `drape` exports to choose fabrics, with words that no scene needs. */

export type { Fabric } from "./fabric/fabric.ts";
export { FABRIC_FIELDS, type FabricField } from "./fabric/fabric-fields.ts";
export { FABRICS, findFabric } from "./fabric/fabrics.ts";
