// The library that decodes pictures, without every loader that reads other files or the net: SVG from a file may name both.
import sharp from 'sharp';

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    ...['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
    ...['VipsForeignLoadHeif', 'VipsForeignLoadTiff'],
    // Marks that we draw ourselves; from memory it reaches no file.
    'VipsForeignLoadSvgBuffer',
  ],
});

export { sharp };
