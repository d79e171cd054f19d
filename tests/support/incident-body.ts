import type { IncidentCreate } from '../../src/contract/support.ts';

/** What somebody without an account writes to the campaign's support. */
export const incidentBody: IncidentCreate = {
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  subjectId: 1,
  subject: 'Cadastro',
  description: 'Onde vejo meus números?',
  recaptchaToken: 'error',
};
