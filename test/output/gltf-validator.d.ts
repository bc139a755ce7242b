declare module "gltf-validator" {
  export function validateBytes(
    bytes: Uint8Array,
    options?: { readonly maxIssues?: number; readonly externalResourceFunction?: (uri: string) => Promise<Uint8Array> },
  ): Promise<{
    readonly info: { readonly version: string; readonly totalTriangleCount?: number };
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      /** Severity 0 is an error, 1 a warning; the pointer is a JSON pointer to what it is about. */
      readonly messages: readonly { readonly severity: number; readonly pointer?: string }[];
    };
  }>;
}
