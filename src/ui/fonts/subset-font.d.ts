declare module 'subset-font' {
  function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype' },
  ): Promise<Uint8Array>;
  export = subsetFont;
}
