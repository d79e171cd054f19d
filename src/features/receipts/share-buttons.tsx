import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { environment } from '../../environment.ts';
import { type SharedPicture, sharedPicture, whatsAppLink } from './share-picture.store.ts';

/** Drawing takes time on a slow phone, so it begins once what moves has come to rest. */
const calmMs = 2_200;

interface ShareButtonsProps {
  /** Called once; the picture is drawn before it is asked for. */
  draw: () => Promise<Blob>;
  name: string;
  text: string;
}

export function ShareButtons({ draw, name, text }: ShareButtonsProps) {
  const [picture] = useState(() => sharedPicture(draw, { name, text }));
  useEffect(() => prepareWhenCalm(picture), [picture]);
  return (
    <div className="share-buttons">
      <SendButton picture={picture} />
      <SaveButton picture={picture} />
    </div>
  );
}

export function prepareWhenCalm(picture: SharedPicture): () => void {
  const calm = setTimeout(picture.prepare, calmMs);
  return () => clearTimeout(calm);
}

export function SendButton({ picture }: { picture: SharedPicture }) {
  const { state } = useStore(picture.$share);
  const content = (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M3 29l2-7A13 13 0 1 1 10 27ZM11 9c-2 1-2 3-1 5 2 4 4 6 8 8 2 1 4 1 5-1v-3l-4-1-1 2c-3-1-4-3-5-5l2-1-1-4Z" />
      </svg>
      Mandar no WhatsApp
    </>
  );
  return state === 'native' ? (
    <button type="button" className="button share-send" onClick={picture.send}>
      {content}
    </button>
  ) : (
    <a
      className="button share-send"
      href={whatsAppLink(picture.text)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {content}
    </a>
  );
}

/** There before the picture is drawn, at rest: nothing moves under the finger that presses below it. */
export function SaveButton({ picture }: { picture: SharedPicture }) {
  const share = useStore(picture.$share);
  const file = share.state === 'native' || share.state === 'download' ? share.file : null;
  return (
    <button
      type="button"
      className="button-link"
      style={{ visibility: share.state === 'text' ? 'hidden' : 'visible' }}
      aria-disabled={file === null}
      onClick={() => file && environment().device.save(picture.name, file)}
    >
      Baixar a imagem
    </button>
  );
}
