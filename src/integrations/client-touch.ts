import type { AstroIntegration } from 'astro';

/** Adds `client:touch`. */
export function clientTouch(): AstroIntegration {
  return {
    name: 'client-touch',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) =>
        addClientDirective({ name: 'touch', entrypoint: './src/integrations/touch-directive.ts' }),
    },
  };
}

/** For a page in a frame on an embedder's page, most of whose visitors never touch it. */
declare module 'astro' {
  interface AstroClientDirectives {
    'client:touch'?: boolean;
  }
}
