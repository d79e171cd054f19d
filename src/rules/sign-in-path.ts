/** Without the page the dialog, which also says when signing in is off. */
export function signInPath(login: {
  enabled: boolean;
  newPageEnabled: boolean;
}): '/entrar' | '/#entrar' {
  return login.enabled && login.newPageEnabled ? '/entrar' : '/#entrar';
}
