export interface SceneInput {
  readonly drape: 1;
  readonly cloths: readonly unknown[];
  readonly solver?: { readonly method?: string; readonly [option: string]: unknown };
  readonly [field: string]: unknown;
}
