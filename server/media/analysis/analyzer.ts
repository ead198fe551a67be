// The program that analyses pictures: at the lowest priority, one at a time. The server starts it when there are some to analyse.
import { constants } from 'node:os';
import { serve } from '#server/media/workers/serve.ts';
import { analyzePicture } from './analyze-picture.ts';
import type { Analyzing } from './supervised-analyzer.ts';

serve<Analyzing>(({ bytes }) => analyzePicture(bytes), { priority: constants.priority.PRIORITY_LOW });
