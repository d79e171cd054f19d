import { defineWidget } from '../host/define-widget.ts';
import { frameWidget } from '../host/frame-widget.ts';
import { receipts } from './config.ts';

defineWidget(frameWidget(receipts));
