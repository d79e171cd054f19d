import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './folder.ts';

const openssl = (...words: string[]) => promisify(execFile)('openssl', words);

/** OpenSSL's own time-stamp authority, with a certificate of its own. */
export interface StampService {
  /** Replaces the internet: stamps what is posted. */
  fetch: typeof fetch;
  /** Requests so far. */
  asked: Uint8Array[];
  /** Answers that many requests with 500. */
  failures: number;
  /** As a stranger checks it; rejects where the stamp is not of this text. */
  verify(answer: Uint8Array, text: string): Promise<void>;
  close(): Promise<void>;
}

export async function openStampService(): Promise<StampService> {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await writeFile(at('serial'), '01\n');
  await writeFile(
    at('openssl.cnf'),
    [
      '[req]\ndistinguished_name = name\nprompt = no\n[name]\nCN = Carimbo de teste',
      '[use]\nextendedKeyUsage = critical,timeStamping\nkeyUsage = critical,digitalSignature',
      `[tsa]\ndefault_tsa = one\n[one]\nserial = ${at('serial')}`,
      `signer_cert = ${at('certificate.pem')}\nsigner_key = ${at('key.pem')}`,
      'signer_digest = sha256\ndefault_policy = 1.2.3.4\ndigests = sha256\n',
    ].join('\n'),
  );
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', at('key.pem'), '-out', at('certificate.pem')];
  const config = ['-config', at('openssl.cnf'), '-extensions', 'use'];
  await openssl('req', '-x509', '-days', '2', ...curve, ...files, ...config);
  const service: StampService = {
    asked: [],
    failures: 0,
    fetch: async (_, init) => {
      if (service.failures > 0) {
        service.failures -= 1;
        return new Response('busy', { status: 500 });
      }
      const question = new Uint8Array(await new Response(init?.body ?? null).arrayBuffer());
      service.asked.push(question);
      const name = at(`question-${service.asked.length}`);
      await writeFile(name, question);
      const settings = ['-config', at('openssl.cnf')];
      await openssl('ts', '-reply', ...settings, '-queryfile', name, '-out', `${name}.tsr`);
      return new Response(await readFile(`${name}.tsr`));
    },
    async verify(answer, text) {
      await writeFile(at('answer.tsr'), answer);
      await writeFile(at('text'), text);
      const files = ['-in', at('answer.tsr'), '-data', at('text')];
      await openssl('ts', '-verify', ...files, '-CAfile', at('certificate.pem'));
    },
    close: () => folder.remove(),
  };
  return service;
}
