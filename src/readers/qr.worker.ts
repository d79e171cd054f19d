import { answerRequests } from './answer-requests.ts';
import { readPicture } from './picture-reading.ts';

answerRequests(readPicture);
