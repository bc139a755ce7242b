/** The kernels, compiled. Opaque, so that whoever has no types for WebAssembly can name it. */
export interface KernelModule {
  readonly module: object;
}
