const base = '/api/transparency/stamps';

/** All stamps as JSON Lines: `size`, `checkpoint`, and the service's `answer` in base64. */
export const stampList = `${base}.jsonl`;

/** `<size>.tsr` is the service's answer (RFC 3161), `<size>.txt` the signed checkpoint that it stamps. */
export const stampFile = `${base}/:file`;
