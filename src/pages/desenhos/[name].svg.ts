import type { APIRoute } from 'astro';
import { buildCampaign } from '../../campaign/load.ts';
import { deriveTheme } from '../../campaign/theme.ts';
import { hasSmile, inOwnColours, stepDrawings } from '../../drawings/brand-drawings.ts';
import { mascotDrawing } from '../../drawings/mascot.ts';
import { mascotPath, mascotPoses } from '../../paths.ts';

const drawings = import.meta.glob<string>('../../drawings/steps/*.svg', {
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
  const steps = Object.entries(drawings)
    .map(([path, drawing]) => [nameOf(path), drawing] as const)
    .filter(([name]) => used.includes(name));
  const smiles = hasSmile(hotsite);
  const figures = mascotPoses.map(
    (pose) => [nameOf(mascotPath(pose)), mascotDrawing(pose, smiles)] as const,
  );
  return [...steps, ...figures].map(([name, drawing]) => ({
    params: { name },
    props: {
      svg: inOwnColours(drawing, hotsite).replace(
        /var\(--([\w-]+)\)/g,
        (_, token: string) => values[token] ?? '',
      ),
    },
  }));
}

function nameOf(path: string): string {
  return path.replace(/^.*\/|\.svg$/g, '');
}

export const GET: APIRoute<{ svg: string }> = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
