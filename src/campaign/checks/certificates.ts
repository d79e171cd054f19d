interface Certificate {
  engineType: string;
  number: string;
}

/** Kind, sequence and year, as the ministry numbers authorisations: SPA/MF nº 04.000001/2026. */
const certificateForm = /^SPA\/M[EF] n[º°o] (\d\d)\.\d{6}\/\d{4}$/i;

/** `01` of 'SPA/MF nº 01.000001/2026'. */
export function kindOfCertificate(number: string): string | undefined {
  return certificateForm.exec(number)?.[1];
}

/** The kinds that allow an engine: draws, or prizes given at once (vale-brinde). */
const kindsThatAllow: Readonly<Record<string, readonly string[]>> = {
  DRAW: ['01', '04'],
  INSTANT_PRIZE: ['02', '05'],
};

/** Null if none. Draws and instant prizes need an authorisation (Lei 5.768/1971, art. 1). */
export function certificateProblem(
  engines: readonly { type: string }[],
  certificates: readonly Certificate[],
): string | null {
  for (const { engineType, number } of certificates) {
    const kind = kindOfCertificate(number);
    if (!kind) return `'${number}' is no certificate number like 'SPA/MF nº 04.000001/2026'`;
    if (kindsThatAllow[engineType]?.includes(kind) === false) {
      return `certificate '${number}' of ${engineType} should be of kind ${kindsThatAllow[engineType]?.join(' or ')}`;
    }
  }
  const unauthorised = engines.find(
    ({ type }) =>
      type in kindsThatAllow && !certificates.some(({ engineType }) => engineType === type),
  );
  return unauthorised
    ? `the engine ${unauthorised.type} has no certificate of authorisation`
    : null;
}
