import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { signUp } from './about.ts';

defineWidget(frameWidget(signUp));
