/** The package brings no types; this is the part that we use. */
declare module 'subset-font' {
  function subsetFont(
    font: Uint8Array,
    text: string,
    options: { targetFormat: 'woff2' | 'truetype' },
  ): Promise<Uint8Array>;
  export = subsetFont;
}
