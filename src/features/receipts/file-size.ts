/** A size as people read it: '640 KB', '1,1 MB'. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  if (kilobytes < 1000) return `${kilobytes} KB`;
  const megabytes = (bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
  return `${megabytes} MB`;
}
