/** The package has no types of its own. */
declare module "draco3dgltf" {
  const draco: {
    createDecoderModule(): Promise<import("../input/draco-mesh.ts").DracoModule>;
    createEncoderModule(): Promise<unknown>;
  };
  export default draco;
}
