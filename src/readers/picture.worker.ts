import { answerRequests } from './answer-requests.ts';
import {
  type FrameRequest,
  lookAtFrame,
  type PictureRequest,
  readPicture,
} from './read-picture.ts';

answerRequests((request: PictureRequest | FrameRequest) =>
  'frame' in request ? lookAtFrame(request) : readPicture(request),
);
