/** The site's icon as PNG: name of the file, and its edge in pixels. */
export const icons = [
  { name: 'apple-touch-icon', size: 180 },
  { name: 'icone-192', size: 192 },
  { name: 'icone-512', size: 512 },
] as const;
