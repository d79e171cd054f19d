import type { IncidentCreate } from '../../src/contract/support.ts';

/** A support request of a person without an account. */
export const incidentBody: IncidentCreate = {
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  subjectId: 1,
  subject: 'Cadastro',
  description: 'Onde vejo meus números?',
  recaptchaToken: 'error',
};
