/** Tries UTF-8, which is recognised by its rules: some offices' headers name a wrong encoding. */
export function decodePage(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function plainText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function searchText(text: string): string {
  return plainText(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
}

/** Reads `1.658,84`, `0.575` or `R$ 12,90`: without a comma the dot parts decimals. */
export function printedNumber(text: string): number | null {
  const [, digits = ''] = /^\D*?(\d[\d.,]*)/.exec(text.replaceAll(/\s/g, '')) ?? [];
  const plain = digits.includes(',')
    ? digits.replaceAll('.', '').replace(',', '.')
    : digits.replace(/\.$/, '');
  return /^\d{1,12}(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Null when a third decimal is not 0. */
export function printedCentavos(text: string): number | null {
  const reais = printedNumber(text);
  if (reais === null) return null;
  const centavos = Math.round(reais * 100);
  return Math.abs(centavos - reais * 100) < 0.001 ? centavos : null;
}

/** One office sends the page escaped in a script or XML; it is read as text and never run. */
export function unescapedPage(html: string): string {
  const simple: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return html
    .replaceAll(
      /\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gi,
      (_, wide?: string, narrow?: string, plain = '') => {
        const code = wide ?? narrow;
        return code ? String.fromCharCode(Number.parseInt(code, 16)) : (simple[plain] ?? plain);
      },
    )
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}
