import {
  type FrameRequest,
  lookAtFrame,
  type PictureRequest,
  readPicture,
} from './read-picture.ts';
import { answerRequests } from './workers.ts';

answerRequests((request: PictureRequest | FrameRequest) =>
  'frame' in request ? lookAtFrame(request) : readPicture(request),
);
