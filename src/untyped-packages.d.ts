/** The part of libheif's own interface that we use; the package types only its raw one. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Fills the pixels; calls back with null when that fails. */
    display(pixels: ImageData, done: (shown: ImageData | null) => void): void;
  }

  const openLibheif: () => {
    HeifDecoder: new () => { decode(file: ArrayBuffer): HeifImage[] };
  };

  export default openLibheif;
}

declare module 'subset-font' {
  function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype' },
  ): Promise<Uint8Array>;
  export = subsetFont;
}
