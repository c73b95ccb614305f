//! laoqi
