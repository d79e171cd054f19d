import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { redeem } from './config.ts';

defineWidget(frameWidget(redeem));
