import type { APIRoute } from 'astro';
import { buildCampaign } from '../../campaign/load.ts';
import { deriveTheme } from '../../campaign/theme.ts';
import { inOwnColours, stepDrawings } from '../../layouts/drawings.ts';

const drawings = import.meta.glob<string>('../../sections/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export async function getStaticPaths() {
  const { hotsite } = await buildCampaign();
  const { theme, header } = hotsite;
  const used = stepDrawings(hotsite);
  const values: Record<string, string> = {
    ...deriveTheme(theme.palette),
    wordmark: header.wordmark?.path ?? '',
  };
  const named = Object.entries(drawings).map(
    ([path, drawing]) => [path.replace(/^.*\/|\.svg$/g, ''), drawing] as const,
  );
  return named
    .filter(([name]) => used.includes(name))
    .map(([name, drawing]) => ({
      params: { name },
      props: {
        svg: inOwnColours(drawing, hotsite).replace(
          /var\(--([\w-]+)\)/g,
          (_, token: string) => values[token] ?? '',
        ),
      },
    }));
}

export const GET: APIRoute<{ svg: string }> = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
