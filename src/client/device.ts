/** What a person's device does beside showing pages. */
export interface Device {
  /** A phone or a tablet, by its user agent (MGM-04). */
  isMobile(): boolean;
  /** Opens the native share. Throws where there is none, and AbortError when the person closes it. */
  share(text: string): Promise<void>;
  /** Throws where the clipboard is closed to pages. */
  copy(text: string): Promise<void>;
  /** Hands the person a file. */
  save(name: string, text: string): void;
}

export const browserDevice: Device = {
  isMobile: () => /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent),
  share: async (text) => navigator.share({ text }),
  copy: async (text) => navigator.clipboard.writeText(text),
  save(name, text) {
    const link = document.createElement('a');
    link.download = name;
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.click();
    // Browsers read the file after the click.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  },
};
