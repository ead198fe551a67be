// The language of other hosts' players.
import { expect, it } from 'vitest';
import { commandMessages, parsePlayerMessage } from './video-player.ts';

it('YouTube is asked for its events and steered by its own commands', () => {
  expect(commandMessages('youtube', { does: 'listen' })).toEqual(['{"event":"listening","id":1,"channel":"widget"}']);
  expect(JSON.parse(commandMessages('youtube', { does: 'seek', to: 12.5 })[0] ?? '')).toMatchObject({
    event: 'command',
    func: 'seekTo',
    args: [12.5, true],
  });
  expect(commandMessages('youtube', { does: 'pause' })[0]).toContain('pauseVideo');
});

it('Vimeo is asked for its events and steered by methods', () => {
  expect(commandMessages('vimeo', { does: 'listen' })).toContain('{"method":"addEventListener","value":"timeupdate"}');
  expect(commandMessages('vimeo', { does: 'seek', to: 3 })).toEqual(['{"method":"setCurrentTime","value":3}']);
  expect(commandMessages('vimeo', { does: 'play' })).toEqual(['{"method":"play"}']);
});

it('what they report is time, length and whether they play', () => {
  const info = { currentTime: 4.2, duration: 60, playerState: 1 };
  expect(parsePlayerMessage('youtube', JSON.stringify({ event: 'infoDelivery', info }))).toEqual({
    ready: true,
    time: 4.2,
    duration: 60,
    playing: true,
  });
  expect(parsePlayerMessage('youtube', '{"event":"onStateChange","info":2}')).toEqual({ ready: true, playing: false });
  expect(parsePlayerMessage('vimeo', '{"event":"timeupdate","data":{"seconds":7,"duration":30}}')).toEqual({
    ready: true,
    time: 7,
    duration: 30,
  });
  expect(parsePlayerMessage('vimeo', { event: 'ended' })).toEqual({ ready: true, playing: false });
});

it('whatever else comes by is passed over', () => {
  for (const data of ['no json', '5', null, 7, '{"event":"apiInfoDelivery"}', '{"event":"infoDelivery","info":1}'])
    expect(parsePlayerMessage('youtube', data)).toBeUndefined();
  expect(parsePlayerMessage('vimeo', '{"event":"volumechange"}')).toBeUndefined();
});
