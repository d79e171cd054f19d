import { createHash, verify, X509Certificate } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type DerPart, derTags, onlyPart, partsIn } from '../rules/log/time-stamp.ts';

const hashNames: Readonly<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
/** RSA and ECDSA signatures that name their hash; for others it is the digest's. */
const signatureHashes: Readonly<Record<string, string>> = {
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
};
/** `id-messageDigest`, as DER writes its numbers. */
const messageDigest = '2a864886f70d010904';
const timeStamping = '1.3.6.1.5.5.7.3.8';

/**
 * Who signed a time stamp (RFC 3161, a CMS with one signer), by its own certificate. Whether
 * that certificate is genuine, only the authority's own can show.
 * @param answer the service's answer, in DER
 * @returns the certificate's subject; null if its key did not sign this, or this is no stamp
 */
export function stampSigner(answer: Uint8Array): string | null {
  try {
    const [, token] = partsIn(onlyPart(answer), derTags.sequence);
    const [, wrapped] = partsIn(token, derTags.sequence);
    const signed = partsIn(partsIn(wrapped, derTags.explicit)[0], derTags.sequence);
    const [, , content] = signed;
    const [signer, another] = partsIn(signed.at(-1), derTags.set);
    if (another) return null;
    const certificates = partsIn(signed[3], derTags.explicit).map(
      ({ whole }) => new X509Certificate(whole),
    );
    const own = certificates.find((certificate) => hasSigned(certificate, signer, content));
    return own?.subject.replaceAll('\n', ', ') ?? null;
  } catch {
    return null;
  }
}

function hasSigned(
  certificate: X509Certificate,
  signer: DerPart | undefined,
  content: DerPart | undefined,
): boolean {
  const [, , algorithm, attributes, signing, signature] = partsIn(signer, derTags.sequence);
  const [hash] = partsIn(algorithm, derTags.sequence);
  const [scheme] = partsIn(signing, derTags.sequence);
  const name = hash && hashNames[bytesToHex(hash.content)];
  const [, text] = partsIn(content, derTags.sequence);
  const [stamped] = partsIn(text, derTags.explicit);
  if (!name || !stamped || !attributes || !signature) return false;
  const digest = createHash(name).update(stamped.content).digest('hex');
  if (digestIn(attributes) !== digest) return false;
  // The signature covers the attributes encoded as a SET, not under the tag that they have here.
  const signedBytes = Uint8Array.from(attributes.whole);
  signedBytes[0] = derTags.set;
  return (
    certificate.keyUsage?.includes(timeStamping) === true &&
    verify(
      signatureHashes[bytesToHex(scheme?.content ?? new Uint8Array())] ?? name,
      signedBytes,
      certificate.publicKey,
      signature.content,
    )
  );
}

function digestIn(attributes: DerPart): string | null {
  for (const attribute of partsIn(attributes, derTags.explicit)) {
    const [kind, values] = partsIn(attribute, derTags.sequence);
    if (!kind || bytesToHex(kind.content) !== messageDigest) continue;
    const [value] = partsIn(values, derTags.set);
    return value ? bytesToHex(value.content) : null;
  }
  return null;
}
