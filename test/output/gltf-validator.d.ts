declare module "gltf-validator" {
  export function validateBytes(bytes: Uint8Array): Promise<{
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      /** Severity 0 is an error, 1 a warning. */
      readonly messages: readonly { readonly severity: number }[];
    };
  }>;
}
