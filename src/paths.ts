/** A dialog is the part after `#` of the home page's address. */

export const homePath = '/';

export const signInPage = '/entrar';
export const signInDialog = '/#entrar';
/** Query of `signInPage` or `signInDialog`: the account exists, only its sign-in failed. */
export const newAccountParameter = 'novo';
export const signUpPage = '/cadastro';
export const signUpDialog = '/#cadastro';
/** The home page's own sign-up, no dialog: a link within that page. */
export const homeSignUp = '#cadastrar';
export const signOutPath = '/sair';
export const oneTimeLoginPath = '/continuar';
export const newPasswordPath = '/senha';
export const forgotPasswordDialog = '/#esqueci-senha';
export const createPasswordDialog = '/#crie-sua-senha';
export const signUpPollDialog = '/#pesquisa';

export const newReceiptPath = '/nova-nota';
export const myReceiptsPath = '/minhas-notas';
export const serviceWorkerPath = '/sw.js';
/** The service worker opens them without a network; their HTML contains nothing about a person. */
export const offlinePages = [newReceiptPath, myReceiptsPath, signOutPath];
export const redeemPath = '/resgatar';
export const myRedemptionsPath = '/meus-resgates';
export const profilePath = '/perfil';

/** Photographs a receipt before there is an account. */
export const photoFirstDialog = '/#fotografar';
export const campaignOverDialog = '/#encerrada';

export const contactDialog = '/#fale-conosco';
export const erasedDialog = '/#dados-excluidos';
export const supportPath = '/atendimento';
export const faqPath = '/faq';
export const simulatorPath = '/simulador';
export const regulationPath = '/regulamento';
export const privacyPath = '/privacidade';
export const winnersPath = '/ganhadores';
export const transparencyPath = '/transparencia';
/** Marks an arrival with a file that another app has shared with the installed site. */
export const sharedParameter = 'compartilhada';
export const homeAfterSharing = `/?${sharedParameter}`;
/** Query parameter with a lucky number, which the page looks up and checks. */
export const numberParameter = 'numero';

/** Only pages below it may be framed. */
export const framedPages = '/quadro/';

export function isFramedPath(path: string): boolean {
  return path.startsWith(framedPages);
}

/** Makes a framed page's form send nothing and show sample answers. */
export const testModeQuery = '?mode=test';

export const conversationParameter = 'conversa';

/** The fragment of the framed support page, and empty without a conversation's token. */
export function conversationFragment(token: string | null | undefined): string {
  return token ? `#${new URLSearchParams({ [conversationParameter]: token })}` : '';
}

/** A JSON list of the origins that may show framed pages. */
export const embeddersPath = '/widgets/embedders.json';

/** JSON of `ShopPlaces`. */
export function shopPlacesPath(campaignId: number | string): string {
  return `/widgets/campaign-${campaignId}/places.json`;
}

/** Over the page that is shown, not the home page; the page must have dialogs. */
export function overThisPage(dialog: string): string {
  return dialog.slice(1);
}

/** What stands in place of a page's content that could not be loaded. */
export function notLoadedPanel() {
  return { figure: mascotImage('duvida'), contact: overThisPage(contactDialog) };
}

/** The id of a receipt's title in Minhas notas, by its number in that list. */
export function receiptAnchor(number: number): string {
  return `nota-${number}`;
}

export function receiptPath(number: number): string {
  return `${myReceiptsPath}#${receiptAnchor(number)}`;
}

/** A page where the campaign has one; else a dialog, which also says that sign-in is off. */
export function signInPath(login: { enabled: boolean; newPageEnabled: boolean }): string {
  return login.enabled && login.newPageEnabled ? signInPage : signInDialog;
}

/** A page where the campaign has one; else the dialog in steps. */
export function signUpPath(registration: { newPageEnabled: boolean }): string {
  return registration.newPageEnabled ? signUpPage : signUpDialog;
}

/** A calendar entry of the promotion's start. */
export const reminderPath = '/lembrete.ics';

/** Today's facts of the promotion, which a script of the home page fetches. */
export const newsPath = '/api/campaign/:campaignId/news';

/** The mascot waves, cheers, sleeps, wonders, photographs, reads, writes a list, sees two alike. */
export const mascotPoses = [
  'acena',
  'comemora',
  'dorme',
  'duvida',
  'fotografa',
  'le',
  'lista',
  'repete',
] as const;
export type MascotPose = (typeof mascotPoses)[number];

/** For a brand without a face it shows a thing that says the same. */
export function mascotPath(pose: MascotPose): string {
  return `/desenhos/mascote-${pose}.svg`;
}

export function mascotImage(pose: MascotPose) {
  return { src: mascotPath(pose), width: '320', height: '300' };
}

export const emailPoses = [
  'acena',
  'comemora',
  'duvida',
  'fotografa',
  'le',
] as const satisfies readonly MascotPose[];
export type EmailPose = (typeof emailPoses)[number];

/** The site's build draws it, the gateway names it in emails. */
export function emailPicturePath(pose: EmailPose): string {
  return `/email-${pose}.png`;
}
