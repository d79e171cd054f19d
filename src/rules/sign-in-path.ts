import type { Door } from '../contract/hotsite.ts';

/**
 * Where people sign in: the page if the campaign has it, else the dialog, which also says when
 * signing in is switched off; the page would only send them back.
 */
export function signInPath({ enabled, newPageEnabled }: Door): '/entrar' | '/#entrar' {
  return enabled && newPageEnabled ? '/entrar' : '/#entrar';
}
