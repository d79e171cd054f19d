import {
  type AccessKey,
  isState,
  type State,
  stateCodes,
} from '../../rules/receipts/access-key.ts';
import type { Settings } from '../settings/settings.ts';

interface Office {
  address: string;
  /** Hosts that it may redirect to, its own first. */
  hosts: readonly string[];
  /** False when the page needs a person, or does not answer servers. */
  isAsked: boolean;
  /** A second page that holds the receipt once the first has opened a session. */
  secondPath?: (key: string) => string;
}

const office = (
  address: string,
  { isAsked = false, otherHosts = [] }: { isAsked?: boolean; otherHosts?: string[] } = {},
): Office => ({ address, hosts: [new URL(address).hostname, ...otherHosts], isAsked });

/** The addresses that shops print on an NFC-e, and whether they answer a server (2026). */
export const offices: Readonly<Record<State, Office>> = {
  AC: office('http://www.sefaznet.ac.gov.br/nfce/qrcode'),
  AL: office('http://nfce.sefaz.al.gov.br/QRCode/consultarNFCe.jsp'),
  AM: office('https://sistemas.sefaz.am.gov.br/nfceweb/consultarNFCe.jsp'),
  AP: office('https://www.sefaz.ap.gov.br/nfce/nfcep.php'),
  BA: office('http://nfe.sefaz.ba.gov.br/servicos/nfce/qrcode.aspx', { isAsked: true }),
  CE: office('http://nfce.sefaz.ce.gov.br/pages/ShowNFCe.html'),
  DF: office('http://www.fazenda.df.gov.br/nfce/qrcode', { otherHosts: ['dec.fazenda.df.gov.br'] }),
  ES: office('http://app.sefaz.es.gov.br/ConsultaNFCe/qrcode.aspx'),
  GO: {
    ...office('https://nfeweb.sefaz.go.gov.br/nfeweb/sites/nfce/danfeNFCe', { isAsked: true }),
    secondPath: (key) => `/nfeweb/sites/nfce/render/html/danfeNFCe?chNFe=${key}`,
  },
  MA: office('http://www.nfce.sefaz.ma.gov.br/portal/consultarNFCe.jsp'),
  MG: office('https://portalsped.fazenda.mg.gov.br/portalnfce/sistema/qrcode.xhtml'),
  MS: office('http://www.dfe.ms.gov.br/nfce/qrcode'),
  MT: office('http://www.sefaz.mt.gov.br/nfce/consultanfce'),
  PA: office('https://appnfc.sefa.pa.gov.br/portal/view/consultas/nfce/nfceForm.seam'),
  PB: office('http://www.sefaz.pb.gov.br/nfce'),
  PE: office('http://nfce.sefaz.pe.gov.br/nfce/consulta'),
  PI: office('http://www.sefaz.pi.gov.br/nfce/qrcode', { otherHosts: ['webas.sefaz.pi.gov.br'] }),
  PR: office('http://www.fazenda.pr.gov.br/nfce/qrcode', {
    isAsked: true,
    otherHosts: [
      'www.dfews.fazenda.pr.gov.br',
      'www.dfeportal.fazenda.pr.gov.br',
      'www.nfce.fazenda.pr.gov.br',
    ],
  }),
  RJ: office('https://consultadfe.fazenda.rj.gov.br/consultaNFCe/QRCode'),
  RN: office('http://nfce.set.rn.gov.br/consultarNFCe.aspx'),
  RO: office('http://www.nfce.sefin.ro.gov.br/consultanfce/consulta.jsp'),
  RR: office('https://www.sefaz.rr.gov.br/servlet/qrcode'),
  RS: office('https://www.sefaz.rs.gov.br/NFCE/NFCE-COM.aspx', {
    isAsked: true,
    otherHosts: ['dfe-portal.svrs.rs.gov.br'],
  }),
  SC: office('https://sat.sef.sc.gov.br/nfce/consulta'),
  SE: office('http://www.nfce.se.gov.br/nfce/qrcode'),
  SP: office('https://www.nfce.fazenda.sp.gov.br/qrcode', { isAsked: true }),
  TO: office('http://www.sefaz.to.gov.br/nfce/qrcode'),
};

export const askedStates: readonly State[] = [...stateCodes.keys()]
  .filter(isState)
  .filter((state) => offices[state].isAsked);

export function asksOffices({ taxOffice }: Settings): boolean {
  return taxOffice.kind !== 'off';
}

export function canBeAsked({ model, state }: AccessKey): boolean {
  return model === '65' && offices[state].isAsked;
}

/** Encodes the bars between the code's parts, because some offices refuse plain ones. */
export function questionUrl({ key, state }: AccessKey, parameters: string): URL {
  const parts = [key, ...parameters.split('|')].map(encodeURIComponent).join('%7C');
  return new URL(`${offices[state].address}?p=${parts}`);
}

/** Its own hosts at usual ports, without a user; from https to http only if its address is http. */
export function mayFollow({ address, hosts }: Office, from: URL, to: URL): boolean {
  const isKnown = hosts.includes(to.hostname) && to.port === '' && to.username + to.password === '';
  const isPlain = to.protocol === 'http:';
  const mayBePlain = from.protocol === 'http:' || address.startsWith('http:');
  return isKnown && (to.protocol === 'https:' || (isPlain && mayBePlain));
}
