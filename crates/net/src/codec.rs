//! A frame on a stream: its length as a `u32` in little-endian order, then its bytes.
//!
//! The length stands in front because the end of a stream proves nothing: a reset stream reads like
//! a finished one. It also lets the receiver answer without waiting for the sender to close.

use std::fmt;
use std::io;

use futures::prelude::*;
use libp2p::StreamProtocol;
use libp2p::request_response::Codec;

use crate::limits::{CHUNK, FRAME, FRAME_TIME};

/// What the codec makes of an inbound request. Faults are values, not errors: of an error in
/// reading a request the library does not say which peer caused it.
#[derive(Debug)]
pub(crate) enum Received {
    Frame(Vec<u8>),
    Fault(FrameFault),
}

/// How a frame can be bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameFault {
    /// Longer than [`FRAME`].
    TooLong,
    /// Not there within [`FRAME_TIME`].
    Slow,
    /// The stream ended or failed before the frame did.
    Broken,
}

impl fmt::Display for FrameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FrameFault::TooLong => "frame too long",
            FrameFault::Slow => "frame too slow",
            FrameFault::Broken => "frame broken off",
        })
    }
}

impl std::error::Error for FrameFault {}

/// Reads and writes frames. Requests and responses look alike.
#[derive(Clone, Default)]
pub(crate) struct FrameCodec;

impl Codec for FrameCodec {
    type Protocol = StreamProtocol;
    type Request = Received;
    type Response = Vec<u8>;

    async fn read_request<T>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Received>
    where
        T: AsyncRead + Unpin + Send,
    {
        let frame = tokio::time::timeout(FRAME_TIME, read(io)).await;
        Ok(match frame {
            Ok(Ok(frame)) => Received::Frame(frame),
            Ok(Err(error)) => Received::Fault(fault_in(&error).unwrap_or(FrameFault::Broken)),
            Err(_) => Received::Fault(FrameFault::Slow),
        })
    }

    async fn read_response<T>(&mut self, _: &StreamProtocol, io: &mut T) -> io::Result<Vec<u8>>
    where
        T: AsyncRead + Unpin + Send,
    {
        read(io).await
    }

    async fn write_request<T>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        request: Received,
    ) -> io::Result<()>
    where
        T: AsyncWrite + Unpin + Send,
    {
        match request {
            Received::Frame(frame) => write(io, &frame).await,
            Received::Fault(fault) => Err(io::Error::other(fault)),
        }
    }

    async fn write_response<T>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        response: Vec<u8>,
    ) -> io::Result<()>
    where
        T: AsyncWrite + Unpin + Send,
    {
        write(io, &response).await
    }
}

/// The fault inside an error that [`read`] or [`write`] returned.
pub(crate) fn fault_in(error: &io::Error) -> Option<FrameFault> {
    error.get_ref()?.downcast_ref().copied()
}

async fn read<T: AsyncRead + Unpin>(io: &mut T) -> io::Result<Vec<u8>> {
    let mut header = [0; 4];
    io.read_exact(&mut header).await?;
    let length = u32::from_le_bytes(header);
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if length > FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, FrameFault::TooLong));
    }
    let mut frame = Vec::new();
    while frame.len() < length {
        let start = frame.len();
        frame.resize(length.min(start + CHUNK), 0);
        let (_, chunk) = frame.split_at_mut(start);
        io.read_exact(chunk).await?;
    }
    Ok(frame)
}

async fn write<T: AsyncWrite + Unpin>(io: &mut T, frame: &[u8]) -> io::Result<()> {
    let length = u32::try_from(frame.len()).unwrap_or(u32::MAX);
    if frame.len() > FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, FrameFault::TooLong));
    }
    // One buffer, so that a small frame is one packet.
    let mut bytes = Vec::with_capacity(4 + frame.len());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(frame);
    io.write_all(&bytes).await?;
    io.flush().await
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use futures::io::Cursor;

    use super::*;

    fn encoded(frame: &[u8]) -> Vec<u8> {
        let mut out = Cursor::new(Vec::new());
        block_on(write(&mut out, frame)).expect("fits");
        out.into_inner()
    }

    #[test]
    fn frames_of_every_size_round_trip() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, FRAME] {
            let frame = vec![7; length];
            let read = block_on(read(&mut Cursor::new(encoded(&frame))));
            assert_eq!(read.expect("a whole frame"), frame);
        }
    }

    #[test]
    fn attack_24_oversize_frame_is_refused_by_its_header() {
        for length in [FRAME as u32 + 1, u32::MAX] {
            let mut bytes = length.to_le_bytes().to_vec();
            bytes.extend_from_slice(&[0; 16]);
            let error = block_on(read(&mut Cursor::new(bytes))).expect_err("too long");
            assert_eq!(fault_in(&error), Some(FrameFault::TooLong));
        }
        let error = block_on(write(&mut Cursor::new(Vec::new()), &vec![0; FRAME + 1]));
        assert_eq!(fault_in(&error.expect_err("too long")), Some(FrameFault::TooLong));
    }

    #[test]
    fn a_frame_cut_anywhere_is_no_frame() {
        let bytes = encoded(&[1, 2, 3, 4, 5]);
        for end in 0..bytes.len() {
            let cut = bytes.iter().copied().take(end).collect::<Vec<_>>();
            let error = block_on(read(&mut Cursor::new(cut))).expect_err("cut");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        }
    }
}
